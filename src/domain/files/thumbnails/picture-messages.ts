/** Messages between the server and the thumbnail process. */
export interface PictureRequest {
  readonly bytes: Uint8Array;
  readonly longestSide: number;
}

export interface PictureAnswer {
  /** `null` if no thumbnail can be made. */
  readonly png: Uint8Array | null;
}
