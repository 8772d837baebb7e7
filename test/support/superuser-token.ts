/** Token of the first superuser of every test server. */
export const SUPERUSER_TOKEN = 'test-superuser-token-0123456789';
