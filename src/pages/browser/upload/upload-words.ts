/** What the script of the page of files says; names in braces are filled in. */
export interface UploadWords {
  readonly drop: string;
  readonly chooseFolder: string;
  readonly list: string;
  readonly waiting: string;
  readonly sending: string;
  readonly resuming: string;
  readonly checking: string;
  readonly adding: string;
  readonly finished: string;
  readonly offline: string;
  readonly cancel: string;
  readonly canceled: string;
  readonly retry: string;
  readonly failed: string;
  readonly mismatch: string;
  readonly signedOut: string;
  readonly unfinished: string;
  readonly forget: string;
  readonly progress: string;
  readonly note: string;
  readonly addAll: string;
  readonly noFile: string;
}
