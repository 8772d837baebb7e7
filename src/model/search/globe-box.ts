/** A box on the globe in degrees; `west` is larger than `east` where it crosses longitude 180. */
export interface GlobeBox {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}
