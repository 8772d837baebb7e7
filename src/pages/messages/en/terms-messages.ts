/** Words of the page on which licence and terms are chosen. */
// oxlint-disable-next-line typescript/explicit-module-boundary-types -- the entries are the type, which other languages are held to
export function termsMessages() {
  return {
    title: 'Licence and terms',
    licenseHeading: 'What others may do with the data',
    own: 'Terms of its own',
    ownHint: 'In place of a licence. People understand a licence better, and programs understand nothing else.',
    ownHeading: 'Terms of its own, in place of a licence',
    accessHeading: 'Restricted files',
    accessRequest: 'Users who are signed in can ask for access',
    save: 'Save licence and terms',
    textOf: 'Text of the licence',
    conflict:
      'The draft was changed meanwhile by someone else, or by you in another window. Nothing was saved. Look at what is below, and save again.',
    fields: {
      termsOfUse: 'Terms of use',
      confidentialityDeclaration: 'Confidentiality declaration',
      specialPermissions: 'Special permissions',
      restrictions: 'Restrictions',
      citationRequirements: 'Citation requirements',
      depositorRequirements: 'Depositor requirements',
      conditions: 'Conditions',
      disclaimer: 'Disclaimer',
      termsOfAccess: 'Terms of access for restricted files',
      dataAccessPlace: 'Where the data can be seen',
      originalArchive: 'Original archive',
      availabilityStatus: 'Availability',
      contactForAccess: 'Contact for access',
      sizeOfCollection: 'Size of the collection',
      studyCompletion: 'Completeness of the study',
    },
  };
}
