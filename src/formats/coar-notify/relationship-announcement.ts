/**
 * Announcements of related works. Every property is one that the pattern Announce Relationship asks for or recommends.
 * Source: users-admin.md 14.2; COAR Notify 1.0.1, Announce Relationship (coar-notify.net/specification/1.0.1/announce-relationship); Activity Streams 2.0.
 */

/** Whom an announcement is for, as the notification names it: an address, its inbox, and a type of Activity Streams. */
export interface AnnouncementTarget {
  readonly id: string;
  readonly inbox: string;
  readonly type: string;
}

export interface RelationshipAnnouncement {
  /** UUIDs of the notification, and of the relationship in it; the same whenever it is sent again. */
  readonly id: string;
  readonly relationshipId: string;
  readonly installation: { readonly name: string; readonly siteUrl: string };
  readonly target: AnnouncementTarget;
  /** Address of the dataset. */
  readonly subject: string;
  /** How the dataset is related to the work, as DataCite names it. */
  readonly relationType: string;
  /** Address of the work. */
  readonly object: string;
}

/** Media type of a notification. Source: Linked Data Notifications, 3.1. */
export const NOTIFICATION_TYPE = 'application/ld+json';

/** The two that `@context` has to have. */
const CONTEXTS = ['https://www.w3.org/ns/activitystreams', 'https://coar-notify.net'];

/** The two that `type` has to have. */
const TYPES = ['Announce', 'coar-notify:RelationshipAction'];

/** The pattern leaves the vocabulary of relations open; these are the addresses of DataCite's, whose terms the metadata has. */
const RELATION_TYPES = 'https://schema.datacite.org/linked-data/vocab/relationType/';

/** Writes an announcement as JSON-LD. */
export function relationshipAnnouncement(announcement: RelationshipAnnouncement): string {
  const { id, relationshipId, installation, target, subject, relationType, object } = announcement;
  const sender = { id: installation.siteUrl, type: 'Service' };
  return JSON.stringify({
    '@context': CONTEXTS,
    // A URN of a UUID is recommended.
    id: `urn:uuid:${id}`,
    type: TYPES,
    // Without an inbox, which is recommended: nothing here takes answers.
    origin: sender,
    target: { id: target.id, type: target.type, inbox: target.inbox },
    // Recommended, for readers of Activity Streams that know no COAR Notify.
    actor: { ...sender, name: installation.name },
    // The three terms of the relation: what is here, how it is related, and what is there.
    object: {
      id: `urn:uuid:${relationshipId}`,
      type: 'Relationship',
      'as:subject': subject,
      'as:relationship': `${RELATION_TYPES}${encodeURIComponent(relationType)}`,
      'as:object': object,
    },
    // Has to be the same as `as:object`. What kind of work that is, is not known here.
    context: { id: object },
  });
}
