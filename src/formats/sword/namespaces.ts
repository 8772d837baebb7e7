/** Names of the vocabularies of a deposit by SWORD. Source: SWORD 2.0, 2; RFC 5023, 6.1. */

export const ATOM = 'http://www.w3.org/2005/Atom';
export const DCTERMS = 'http://purl.org/dc/terms/';
export const APP = 'http://www.w3.org/2007/app';
export const SWORD = 'http://purl.org/net/sword/terms/';
/** Scheme of the states in a statement, and namespace of the state of a collection. */
export const SWORD_STATE = 'http://purl.org/net/sword/terms/state';
export const SIMPLE_ZIP = 'http://purl.org/net/sword/package/SimpleZip';
