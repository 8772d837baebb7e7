// A browser as far as signing in needs one: it keeps cookies, follows redirects, and sends forms.

/** What the browser shows. */
export interface ShownPage {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export interface CookieBrowser {
  /** Cookies by origin and name. */
  readonly cookies: Map<string, Map<string, string>>;
  /** Attributes of the cookies as they were set, by name. */
  readonly setCookies: string[];
  get(url: string): Promise<ShownPage>;
  /** Sends a form as a page of the same origin does; `headers` may say otherwise. */
  post(
    url: string,
    form: Readonly<Record<string, string>> | URLSearchParams,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ShownPage>;
  /** Sends a form with files as a page of the same origin does. */
  upload(url: string, form: FormData): Promise<ShownPage>;
  /** Where a request would be redirected to; it is not followed. */
  locationOf(url: string): Promise<string>;
}

/** A request as the browser makes it. */
interface Sent {
  readonly method?: string;
  readonly body?: string | FormData;
  readonly headers?: Readonly<Record<string, string>>;
}

const MOST_REDIRECTS = 10;

/** Opens one without cookies. */
export function openBrowser(): CookieBrowser {
  const cookies = new Map<string, Map<string, string>>();
  const setCookies: string[] = [];

  async function once(url: string, init: Sent): Promise<Response> {
    const { origin } = new URL(url);
    const own = cookies.get(origin) ?? new Map<string, string>();
    cookies.set(origin, own);
    const cookie = [...own].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { Accept: 'text/html', ...init.headers, Cookie: cookie } });
    for (const text of response.headers.getSetCookie()) {
      setCookies.push(text);
      const [pair = ''] = text.split(';');
      const [name = '', ...value] = pair.split('=');
      const ended = /expires=([^;]+)/i.exec(text)?.[1];
      if (ended !== undefined && Date.parse(ended) <= Date.now()) own.delete(name);
      else own.set(name, value.join('='));
    }
    return response;
  }

  async function follow(url: string, init: Sent): Promise<ShownPage> {
    let [at, next] = [url, init];
    for (let count = 0; count < MOST_REDIRECTS; count += 1) {
      const response = await once(at, next);
      const location = response.headers.get('location');
      const html = await response.text();
      if (location === null) return { url: at, status: response.status, headers: response.headers, html };
      [at, next] = [new URL(location, at).href, {}];
    }
    throw new Error(`Too many redirects from ${url}.`);
  }

  return {
    cookies,
    setCookies,
    get: (url) => follow(url, {}),
    post: (url, form, headers = { 'Sec-Fetch-Site': 'same-origin' }) =>
      follow(url, {
        method: 'POST',
        body: new URLSearchParams(form).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      }),
    upload: (url, form) => follow(url, { method: 'POST', body: form, headers: { 'Sec-Fetch-Site': 'same-origin' } }),
    locationOf: async (url) => {
      const response = await once(url, {});
      await response.arrayBuffer();
      return response.headers.get('location') ?? '';
    },
  };
}

/** Signs in at the issuer's own pages, and says yes to what they ask; the browser ends wherever the issuer sends it. */
export async function passIssuer(browser: CookieBrowser, shown: ShownPage, login: string): Promise<ShownPage> {
  let page = shown;
  for (let step = 0; step < 3 && page.url.includes('/interaction/'); step += 1) {
    const prompt = /name="prompt" value="(\w+)"/.exec(page.html)?.[1] ?? '';
    page = await browser.post(page.url, prompt === 'login' ? { prompt, login, password: 'any' } : { prompt });
  }
  return page;
}
