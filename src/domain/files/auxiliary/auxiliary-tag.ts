/** How the name of an auxiliary file's bytes ends; nothing else that lies beside a file has a name that ends so. */
const TAG = /\.aux-[0-9a-f]+-[0-9a-f]{12}$/;

/** The tag of an auxiliary file, made from a fresh storage id, so that it is unique. */
export function auxiliaryTag(freshStorageId: string): string {
  return `aux-${freshStorageId}`;
}

/** Whether bytes of this name are those of an auxiliary file. */
export function isAuxiliary(storageId: string): boolean {
  return TAG.test(storageId);
}
