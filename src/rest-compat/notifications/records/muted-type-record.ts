/** Types of notification where they are listed. Source: users-admin.md 5.2. */
import { z } from 'zod';
import { NOTIFICATION_TYPES, type NotificationType } from '../../../vocabulary/notifications.ts';
import { recordSchema } from '../../records/schema.ts';

export const mutedTypeSchema = recordSchema('MutedNotificationType', 'A type of notification.', {
  name: z.enum(NOTIFICATION_TYPES),
  description: z.string().describe('A short label of the type.'),
});

const labels: Readonly<Record<NotificationType, string>> = {
  CREATEACC: 'Account is created',
  CREATEDV: 'Collection is created',
  CREATEDS: 'Dataset is created',
  DATASETCREATED: 'Dataset that you can publish is created',
  SUBMITTEDDS: 'Dataset is submitted for review',
  RETURNEDDS: 'Dataset is returned from review',
  PUBLISHEDDS: 'Dataset is published',
  PUBLISHFAILED_PIDREG: 'Persistent identifier could not be registered',
  REQUESTFILEACCESS: 'Access to a file is requested',
  REQUESTEDFILEACCESS: 'You request access to a file',
  GRANTFILEACCESS: 'Access to a file is granted',
  REJECTFILEACCESS: 'Access to a file is rejected',
  ASSIGNROLE: 'Role is assigned',
  REVOKEROLE: 'Role is revoked',
  STATUSUPDATED: 'Curation status is changed',
  INGESTCOMPLETED: 'Ingest is completed',
  INGESTCOMPLETEDWITHERRORS: 'Ingest is completed with errors',
  WORKFLOW_SUCCESS: 'Workflow succeeds',
  WORKFLOW_FAILURE: 'Workflow fails',
  PIDRECONCILED: 'Persistent identifier is changed',
  CHECKSUMFAIL: 'Checksum does not match',
  FILESYSTEMIMPORT: 'Files are imported',
  CHECKSUMIMPORT: 'Checksums are imported',
  DATASETMENTIONED: 'Dataset is mentioned elsewhere',
  GLOBUSUPLOADCOMPLETED: 'Globus upload is completed',
  GLOBUSUPLOADCOMPLETEDWITHERRORS: 'Globus upload is completed with errors',
  GLOBUSDOWNLOADCOMPLETED: 'Globus download is completed',
  GLOBUSDOWNLOADCOMPLETEDWITHERRORS: 'Globus download is completed with errors',
  GLOBUSUPLOADREMOTEFAILURE: 'Globus upload fails on the other side',
  GLOBUSUPLOADLOCALFAILURE: 'Globus upload fails here',
  CONFIRMEMAIL: 'E-mail address is to be confirmed',
  APIGENERATED: 'API token is created',
};

/** A type with its label. */
export function mutedTypeRecord(type: NotificationType): z.infer<typeof mutedTypeSchema> {
  return { name: type, description: labels[type] };
}
