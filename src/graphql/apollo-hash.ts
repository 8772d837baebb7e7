/**
 * Digests for Apollo Server, in place of its package `@apollo/utils.createhash` when the server is bundled (tools/build.mjs). That one takes
 * those of Node.js where `module.require` exists, which no bundle has, and else computes SHA-256 in JavaScript, for the text of each operation.
 */
export { createHash } from 'node:crypto';
