/** Of the package, what is used here; it comes without types. */
declare module 'seek-bzip' {
  interface Input {
    readByte(): number;
    /** Gives how many bytes there were, -1 at the end. */
    read(target: Uint8Array, offset: number, length: number): number;
    eof(): boolean;
  }
  interface Output {
    writeByte(byte: number): void;
  }
  const bzip2: { decode(input: Input, output: Output, severalStreams: boolean): void };
  export default bzip2;
}
