/** Announcements of related works, as inboxes of Linked Data Notifications take them. Source: users-admin.md 14.2; COAR Notify 1.0.1. */

/** Whom an announcement is for. */
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

const CONTEXT = ['https://www.w3.org/ns/activitystreams', 'https://coar-notify.net'];
const RELATION_TYPES = 'https://schema.datacite.org/linked-data/vocab/relationType/';

/** Writes an announcement as JSON-LD. */
export function relationshipAnnouncement(announcement: RelationshipAnnouncement): string {
  const { id, relationshipId, installation, target, subject, relationType, object } = announcement;
  const { name, siteUrl } = installation;
  return JSON.stringify({
    '@context': CONTEXT,
    id: `urn:uuid:${id}`,
    type: ['Announce', 'coar-notify:RelationshipAction'],
    actor: { id: siteUrl, name, type: 'Service' },
    origin: { id: siteUrl, type: 'Service' },
    target,
    context: { id: object },
    object: {
      id: `urn:uuid:${relationshipId}`,
      type: 'Relationship',
      'as:subject': subject,
      'as:relationship': `${RELATION_TYPES}${encodeURIComponent(relationType)}`,
      'as:object': object,
    },
  });
}
