/** The environment variables of what the server sends by itself. */
import { z } from 'zod';
import { blankAsAbsent, hosts, optional } from './environment-values.ts';
import { MAILBOX_FORM } from './vocabulary/notifications.ts';

export const mail = {
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, hostname: /./ })).meta({
    description:
      'Mail server: `smtp://user:password@host:587` (encrypted by STARTTLS, required where there is a password) or `smtps://host:465`: [mail](how-to/mail.md).',
    defaultText: 'none: no mail',
  }),
  MAIL_FROM: optional(z.string().regex(MAILBOX_FORM, 'must be an e-mail address, or Name <address>')).meta({
    description: 'Sender of mail, `address` or `Name <address>`. The setting `:SystemEmail` overrides it.',
  }),
};

export const webhooks = {
  WEBHOOK_HOSTS: z
    .preprocess((value) => value ?? '', hosts)
    .meta({
      description:
        'Host names, IP addresses and CIDR blocks, comma-separated, that [webhooks](how-to/webhooks.md) may reach although they are on this machine or in a private network; also by `http://`.',
      defaultText: 'none: public addresses alone, by `https://`',
    }),
};

export const tracing = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(z.url({ protocol: /^https?$/ })).meta({
    description:
      'Collector that takes [traces](how-to/monitor.md#traces) by OTLP over HTTP, `http://collector:4318`. What it asks for besides stands in `OTEL_EXPORTER_OTLP_HEADERS`.',
    defaultText: 'none: no traces',
  }),
  OTEL_SERVICE_NAME: z
    .preprocess((value) => blankAsAbsent(value) ?? 'archivolt', z.string().max(200))
    .meta({ description: 'Name of this service in traces.', defaultText: '`archivolt`' }),
  OTEL_TRACES_SAMPLER_ARG: z
    .preprocess(blankAsAbsent, z.coerce.number().min(0).max(1).default(1))
    .meta({ description: 'Part of the requests that are traced, from 0 to 1. What a trusted proxy traces is traced here too.' }),
};
