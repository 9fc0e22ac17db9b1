export { type Archive, type ArchivedFile, archiveFiles, type Redact } from './archive/archive-files.ts'
export type { BlobStore, StoredBlob } from './blob-store.ts'
export { fileBlobStore } from './file-blob-store.ts'
export { mediaTypeOf } from './media-type.ts'
