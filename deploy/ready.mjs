// Ends with 0 where the server of this container or machine is ready: the health check of the image.
const address = `http://127.0.0.1:${process.env.PORT ?? '8080'}/readyz`;
fetch(address, { signal: AbortSignal.timeout(4000) }).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
