import { createServer } from 'node:http';

/** A page of another site that plays the mobile app: the application in a frame, a stranger in a second one. */
export interface MobileHost {
  /** `localhost`, another site than the `127.0.0.1` of the product: cookies of the frame are third-party ones. */
  readonly origin: string;
  /** Address of the page around a product; unless it says so, what stands in its frame may make no passkeys. */
  pageFor(productUrl: string, permissions?: { allowsPasskeys: boolean }): string;
  stop(): Promise<void>;
}

const hostPage = (productUrl: string, strangerUrl: string, allow: string) => `<!doctype html><html lang="de">
<title>App</title><style>body{margin:0}iframe{border:0;width:100vw;height:100vh}#stranger{height:1px}</style>
<script>
  window.heard = [];
  addEventListener('message', (event) => {
    if (event.source === frames[0]) heard.push(event.data);
  });
</script>
<iframe id="app" title="Depotwerk" allow="${allow}" src="${productUrl}/auth/login"></iframe>
<iframe id="stranger" title="Fremd" src="${strangerUrl}"></iframe></html>`;

/** Serves the page on a free port. */
export async function startMobileHost(): Promise<MobileHost> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const product = url.searchParams.get('product');
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      product === null
        ? '<!doctype html><title>Fremd</title>'
        : hostPage(
            new URL(product).origin,
            `http://127.0.0.1:${url.searchParams.get('port')}/stranger`,
            url.searchParams.has('passkeys')
              ? 'publickey-credentials-create *; publickey-credentials-get *'
              : '',
          ),
    );
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', () => done());
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port.');
  const origin = `http://localhost:${address.port}`;
  return {
    origin,
    pageFor: (productUrl, { allowsPasskeys } = { allowsPasskeys: false }) =>
      `${origin}/?product=${encodeURIComponent(productUrl)}&port=${address.port}${allowsPasskeys ? '&passkeys' : ''}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((done) => {
        server.close(() => done());
      });
    },
  };
}
