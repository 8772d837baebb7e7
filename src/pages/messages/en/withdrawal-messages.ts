/** Words of the page on which a published version is withdrawn. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the entries are the type, which other languages are held to
export function withdrawalMessages() {
  return {
    heading: 'Withdraw a version',
    teaser: 'A version that must not be used any more is withdrawn. Its page and its identifier stay, its files are no longer given out.',
    open: 'Withdraw a version',
    title: 'Withdraw a published version',
    text: 'Readers see on its page that it was withdrawn, and why. Its files are no longer given out. This cannot be undone.',
    version: 'Which version',
    reason: 'Reason',
    reasonHint: 'Everyone can read it.',
    forward: 'Where to look instead',
    forwardHint: 'An address with https, such as that of a corrected dataset. It can be left out.',
    confirm: 'Withdraw the version',
    nothing: 'No version of this dataset is published.',
  };
}
