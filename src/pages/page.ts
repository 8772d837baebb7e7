/** What a page is made of, and what it is made from. */
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ComponentChildren } from 'preact';
import type { FileLocation } from '../storage/file-storage.ts';
import type { SearchFormFill } from './search/search-form.ts';

/** A link with its relation. */
export interface WebLink {
  readonly rel: string;
  /** Absolute. */
  readonly href: string;
  readonly type?: string;
}

/** A page for people. */
export interface Page {
  /** 200 by default. */
  readonly status?: number;
  /** Title of the document, before the name of the installation. */
  readonly title: string;
  /** Elements of the head beside those of every page. */
  readonly head?: ComponentChildren;
  readonly main: ComponentChildren;
  /** Typed links, in headers as well: for programs that read no pages. */
  readonly links?: readonly WebLink[];
  /** Whether search engines may list it; they may by default. */
  readonly listed?: boolean;
  /** What the search form at its top starts with; false where it has a form of its own. */
  readonly search?: SearchFormFill | false;
  /** Paths of the modules that it loads; the page does its work without them. */
  readonly scripts?: readonly string[];
  /** Whether its reader is a superuser, whom its frame leads to administration. */
  readonly forSuperuser?: boolean;
  /** Its address is a secret: no cache may keep a copy. */
  readonly secret?: boolean;
  /** Whether it embeds a file of this server in a viewer of the browser. */
  readonly embeds?: boolean;
}

/** Another address that has what was asked for. */
export interface Redirect {
  /** Path of this server, with a query. */
  readonly location: string;
  /** 302 by default; 303 where it is another form of the same. */
  readonly status?: 302 | 303;
}

/** A text for programs. */
export interface TextDocument {
  readonly contentType: string;
  readonly text: string;
}

/** A message of the operator, as a reader sees it. */
export interface VisitorMessage {
  /** Two-letter code of ISO 639-1. */
  readonly language: string;
  /** With the markup of descriptions; of one that is cut the beginning, without markup. */
  readonly message: string;
  /** Where the same page has all of it; undefined where this is all. */
  readonly wholeAt: string | undefined;
  /** Where the same page is without it; undefined where it cannot be hidden. */
  readonly hiddenAt: string | undefined;
}

/** What is the same for all pages of an installation. */
export interface Site {
  readonly installationName: string;
  /** Without a trailing slash. */
  readonly siteUrl: string;
}

/** A request for a page, with the one way to what it shows. */
export interface PageCall {
  readonly site: Site;
  /** What the path holds in place of the parameter of the route; empty without one. */
  readonly parameter: string;
  readonly query: Readonly<Record<string, string>>;
  /** All values of a parameter that may be repeated. */
  repeated(name: string): readonly string[];
  /** The best of some media types by the header `Accept`; undefined where none is acceptable. */
  accepted(mediaTypes: readonly string[]): string | undefined;
  /** Runs an operation as the account that is signed in in the browser, else as a guest. @throws DomainError with the code of the first error. */
  run<Data, Variables>(operation: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data>;
  /** The first bytes of a stored file, whose place an operation told. @throws DomainError FILE_BYTES_MISSING | STORAGE_UNAVAILABLE */
  readBytes(location: FileLocation, count: number): Promise<Uint8Array>;
  /** Runs an operation as the bearer of a private URL. @throws DomainError INVALID_API_TOKEN, or with the code of the first error. */
  runAsBearer<Data, Variables>(token: string, operation: TypedDocumentNode<Data, Variables>, variables: Variables): Promise<Data>;
}

/** Makes a page, or says where it is. @throws DomainError what becomes a page of its own. */
export type MakePage = (call: PageCall) => Promise<Page | Redirect | TextDocument>;
