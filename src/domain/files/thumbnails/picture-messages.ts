/** What the server and the process that makes small pictures tell each other. */
export interface PictureRequest {
  readonly bytes: Uint8Array;
  readonly longestSide: number;
}

export interface PictureAnswer {
  /** `null` where no picture can be made. */
  readonly png: Uint8Array | null;
}
