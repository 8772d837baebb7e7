export { line, longText } from '../model/text-limits.ts';
