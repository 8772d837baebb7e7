/** JSON as the content of a script element: no text in it can end the element, or begin a comment there. */
export function scriptJson(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
