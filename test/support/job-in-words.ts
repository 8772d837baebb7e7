/** The words of a dialect in the scripts that do a depositor's main job, by those of the contract. */
export const JOB_WORDS = {
  contract: [],
  dataverse: [
    ['/api/collections', '/api/dataverses'],
    ['collectionContacts', 'dataverseContacts'],
    ['X-Service-key', 'X-Dataverse-key'],
  ],
} as const satisfies Record<string, readonly (readonly [contract: string, dialect: string])[]>;

export type JobWords = keyof typeof JOB_WORDS;

/** A script in other words. */
export function inWords(script: string, words: JobWords): string {
  return JOB_WORDS[words].reduce((text, [contract, dialect]) => text.replaceAll(contract, dialect), script);
}
