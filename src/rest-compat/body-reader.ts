import type { ZodType } from 'zod';
import type { ErrorCode } from '../errors/catalog.ts';
import type { RepeatedForm } from './read-repeated-form.ts';

/** How a request body is read. `json` bodies are parsed, then checked by the schema. */
export type BodyReader<Body> =
  | {
      readonly kind: 'json';
      readonly schema: ZodType<Body>;
      /** No body at all is taken for `{}`. */
      readonly mayBeEmpty?: true;
      /** What a body that is not sent as `application/json` is answered, where only that is taken for JSON. Source: decisions.md 21. */
      readonly otherContentType?: { readonly code: ErrorCode; readonly message: string };
      /** Content types of other forms of JSON, each with a schema of its own. */
      readonly otherForms?: Readonly<Record<string, ZodType<Body>>>;
    }
  /** `maximumBytes` where the row takes less than any body may be. */
  | { readonly kind: 'text'; readonly schema: ZodType<Body>; readonly maximumBytes?: number }
  | {
      /** Read as its content type says: a `json` body is parsed, a `text` one is taken as it is. */
      readonly kind: 'typed';
      readonly contentTypes: Readonly<Record<string, 'json' | 'text'>>;
      readonly schema: ZodType<Body>;
    }
  | {
      /** The texts of a form by their names, each once. Source: RFC 6749, 3.2. */
      readonly kind: 'form';
      readonly schema: ZodType<Body>;
    }
  | {
      /** A form that says the same of several things, one after another; `things` makes a record of each. */
      readonly kind: 'things';
      readonly schema: ZodType<Body>;
      /** What the form says of each thing, by its parts; they are checked as a list. */
      readonly things: (form: RepeatedForm) => readonly Readonly<Record<string, unknown>>[];
      readonly maximumBytes: number;
      /** The parts of a thing; documentation, and where a dialect finds its words. */
      readonly parts: ZodType;
    }
  | {
      /** `SentBytes`: nothing is read before the operation opens them. */
      readonly kind: 'bytes';
      readonly schema: ZodType<Body>;
    };
