import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCertificateReader } from './measure-certificate.ts';

// Made for these tests with `openssl req -x509`: they open nothing.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4WQJ12FgM6XUpJkg
EwTbhqzJwpyhYO2cfbroLbQmWOahRANCAAQmu73Tm7EYPY7gHWU8W1m7neLC4j4I
on2ta5y7vvK/mKVIR8DLUCZo++uvxifSr9lf5UPgu7HkVcrNN4HUAwE7
-----END PRIVATE KEY-----`;
const lasting = `-----BEGIN CERTIFICATE-----
MIIBlTCCATugAwIBAgIUJwmajxhHqLthET6BLtQAlIDdnOMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMTkxMjA4
MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQmu73Tm7EYPY7gHWU8W1m7neLC4j4Ion2ta5y7vvK/mKVIR8DLUCZo
++uvxifSr9lf5UPgu7HkVcrNN4HUAwE7o2kwZzAdBgNVHQ4EFgQUKAabv7bDJWGN
Xy6rOHbE9InpcjQwHwYDVR0jBBgwFoAUKAabv7bDJWGNXy6rOHbE9InpcjQwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SAAwRQIgWmFre2FFcP/jDa7mya7iQkoIB6zVq6z01OsCCJmceToCIQC2QwyzOEvj
FW2nlfqYy1SH/fQfGxv5H1XnNlYWzdi2ww==
-----END CERTIFICATE-----`;
const over = `-----BEGIN CERTIFICATE-----
MIIBkjCCATmgAwIBAgIURgU9y5jDTbSjhUKaczEN9S9tMRMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MB4XDTIwMDEwMTAwMDAwMFoXDTIwMTIzMTAw
MDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEJru905uxGD2O4B1lPFtZu53iwuI+CKJ9rWucu77yv5ilSEfAy1AmaPvr
r8Yn0q/ZX+VD4Lux5FXKzTeB1AMBO6NpMGcwHQYDVR0OBBYEFCgGm7+2wyVhjV8u
qzh2xPSJ6XI0MB8GA1UdIwQYMBaAFCgGm7+2wyVhjV8uqzh2xPSJ6XI0MA8GA1Ud
EwEB/wQFMAMBAf8wFAYDVR0RBA0wC4IJbG9jYWxob3N0MAoGCCqGSM49BAMCA0cA
MEQCICJMDtSvj3VHLk0vnbNni4GyWzJxacl6o7M8o6r4mcH5AiA5FylxeX5psDGb
CX2Rjcyz7g7x2GrDtU44c/6IIBwK1w==
-----END CERTIFICATE-----`;
const ofAnother = `-----BEGIN CERTIFICATE-----
MIIBkjCCATigAwIBAgIUIw3tSiExQ+Rm0kYocPLb/ea1FNAwCgYIKoZIzj0EAwIw
EDEOMAwGA1UEAwwFb3RoZXIwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTEyMDgwMDAw
MDBaMBAxDjAMBgNVBAMMBW90aGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
Jru905uxGD2O4B1lPFtZu53iwuI+CKJ9rWucu77yv5ilSEfAy1AmaPvrr8Yn0q/Z
X+VD4Lux5FXKzTeB1AMBO6NuMGwwHQYDVR0OBBYEFCgGm7+2wyVhjV8uqzh2xPSJ
6XI0MB8GA1UdIwQYMBaAFCgGm7+2wyVhjV8uqzh2xPSJ6XI0MA8GA1UdEwEB/wQF
MAMBAf8wGQYDVR0RBBIwEIIOYW5kZXJlLmV4YW1wbGUwCgYIKoZIzj0EAwIDSAAw
RQIgZNEoPDUBox9uGo9/V0iBdVd1OLQXCWS/ayuT/WlU1K0CIQCnQ5D0jlBnbnBE
lVCflvBhgBz5HmKjMEV+DYaEwpF//A==
-----END CERTIFICATE-----`;

/** An address that shows a certificate, and how often it was asked. */
async function addressOf(cert: string) {
  const asked = { count: 0 };
  const server = createServer({ key, cert }, (socket) => socket.end());
  server.on('connection', () => {
    asked.count += 1;
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.close();
  });
  // A server listening on an address has one.
  const { port } = server.address() as AddressInfo;
  return { origin: `https://localhost:${port}`, asked };
}

const read = (origin: string | null, known?: string) => createCertificateReader(origin, () => 0, known)();

it('tells until when the certificate of the address is valid', async () => {
  const { origin } = await addressOf(lasting);
  const validUntil = '2119-12-08T00:00:00.000Z';
  expect(await read(origin, lasting)).toEqual({ host: 'localhost', validUntil, isRefused: false });
});

it.each([
  ['is over', over],
  ['is of another name', ofAnother],
])('tells that browsers refuse one that %s', async (_what, cert) => {
  const { origin } = await addressOf(cert);
  expect(await read(origin, cert)).toEqual({ host: 'localhost', validUntil: null, isRefused: true });
});

it('makes nothing of one whose authority is not known here, of an address nobody answers at, and of none', async () => {
  const unseen = { host: 'localhost', validUntil: null, isRefused: false };
  expect(await read((await addressOf(lasting)).origin)).toEqual(unseen);
  expect(await read('https://localhost:1')).toEqual(unseen);
  expect(await read('http://127.0.0.1:8080')).toBeNull();
  expect(await read(null)).toBeNull();
});

it('asks the address again after ten minutes, not with every look', async () => {
  const { origin, asked } = await addressOf(lasting);
  let now = 0;
  const reader = createCertificateReader(origin, () => now, lasting);
  await Promise.all([reader(), reader()]);
  now = 600_000;
  await reader();
  expect(asked.count).toBe(1);
  now = 600_001;
  await reader();
  expect(asked.count).toBe(2);
});

it('asks for no name at an address that ends in a letter', async () => {
  // Node warns of a name that is an address.
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  expect(await read('https://[::a]:9')).toEqual({ host: '::a', validUntil: null, isRefused: false });
  expect(warned).not.toHaveBeenCalled();
});
