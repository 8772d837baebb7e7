/** The headers of every HTML response. Leaf module. */

/** What a page without scripts may load: styles and pictures of this origin. */
const PLAIN_PAGE = ["style-src 'self'", "img-src 'self' data:"];

/** What a page loads that embeds a file of this origin in a viewer of the browser. */
export const EMBEDDING_PAGE: readonly string[] = [...PLAIN_PAGE, "object-src 'self'", "frame-src 'self'"];

/** What a page loads that has scripts of this origin, which may send to this origin. */
export const SCRIPTED_PAGE: readonly string[] = [...PLAIN_PAGE, "script-src 'self'", "worker-src 'self'", "connect-src 'self'"];

/**
 * Headers of a page that loads what the policy's directives name, and nothing else. It is shown in no frame, sends no form unless
 * it says so, and then to this server alone, and tells no other site its address, which may hold a secret. Data in `<script type="application/ld+json">` is no script to a browser.
 */
export function pageHeaders(loads: readonly string[] = PLAIN_PAGE, sendsForm = false): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    ...loads,
    "base-uri 'none'",
    `form-action ${sendsForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // What browsers that do not know `frame-ancestors` obey.
    'X-Frame-Options': 'DENY',
  };
}
