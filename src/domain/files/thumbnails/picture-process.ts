import { type ChildAsker, createChildAsker, programBeside } from '../../../kernel/child-program.ts';
import type { PictureAnswer, PictureRequest } from './picture-messages.ts';

/** A separate process that makes one thumbnail at a time; it takes 70 MB, and starts in a third of a second. */
export function createPictureProcess(): ChildAsker<PictureRequest, PictureAnswer> {
  return createChildAsker({ file: programBeside(import.meta.url, 'picture-program'), mostMs: 30_000, idleMs: 30_000 });
}
