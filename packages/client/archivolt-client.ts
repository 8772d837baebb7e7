/** Archivolt's GraphQL API, for browsers and Node: what this package gives. */
export { type Client, createClient } from './create-client.ts';
export type { Answer, ClientOptions, RequestOptions, Send } from './transport.ts';
export { document, type TypedDocument } from './document.ts';
export { type InputProblem, Refusal, type ServerError } from './refusal.ts';
export { Unreachable } from './unreachable.ts';
export { type Outcome, type UserError, valueOf } from './outcome.ts';
export type { NamedCollection, NamedDataset, NamedFile } from './references.ts';
export type { CitationMetadata, DatasetDiff, DatasetLock, DatasetWithVersion, Publication, VersionOptions } from './api/datasets.ts';
export type { FilesOptions, VersionFile } from './api/files.ts';
export type { CollectionContent, CollectionDetails, ContentsOptions } from './api/collections.ts';
export type { FindOptions, SearchHit } from './api/search.ts';
export type { DatasetChange, FeedEvent, FeedOptions, JobProgress, LiveOptions, ReceivedNotification } from './api/live.ts';
export type { UploadSource } from './transfer/upload-source.ts';
export type { TransferProgress, UploadedFile, UploadOptions } from './transfer/upload-file.ts';
export type { Download, DownloadOptions } from './transfer/download-file.ts';
export type { SubscribeOptions } from './live/subscribe.ts';
export type * from './generated/operations.ts';
