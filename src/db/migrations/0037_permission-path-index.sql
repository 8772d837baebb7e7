CREATE INDEX "node_collection_permission_path_idx" ON "node" USING gin ("permission_path") WHERE "node"."kind" = 'COLLECTION';
