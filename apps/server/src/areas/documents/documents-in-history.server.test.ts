import { expect, test } from 'vitest';
import { north } from '../../../test/contract-world.ts';
import { useDocumentWorld } from '../../../test/document-world.ts';
import { wholePdf } from '../../../test/whole-files.ts';

const world = useDocumentWorld();

const titles = async (token: string): Promise<string[]> => {
  const answer = await world.server.get(token, `/customers/${world.customerId}/history?pageSize=100`);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return (answer.body as { title: string; externalKey: string | null }[]).map(({ title, externalKey }) =>
    externalKey === null ? title : `${externalKey}: ${title}`,
  );
};

test('what was done with her papers and talks stands in the history of a customer, for whoever sees them', async () => {
  const file = async (of: string) => {
    const body = {
      documentType: 'other',
      title: `Vollmacht ${of}`,
      fileName: 'a.pdf',
      contentBase64: wholePdf(of).toString('base64'),
    };
    const answer = await world.post(world.adviser, `/documents?${of}`, body);
    return (answer.body as { id: string }).id;
  };
  const id = await file(`customerId=${world.customerId}`);
  await file(`contractId=${world.contractId}`);
  for (const step of ['release', 'signature-request', 'signature-request/withdraw'])
    expect([step, (await world.post(world.adviser, `/documents/${id}/${step}`, {})).status]).toEqual([
      step,
      200,
    ]);
  // Looking is no event.
  await world.server.get(world.adviser, `/documents/${id}/content`);
  await world.post(world.adviser, '/consultations', {
    customerId: world.customerId,
    contractIds: [world.contractId],
    consultationKind: 'other',
    initiative: 'customer',
  });
  const own = `Vollmacht customerId=${world.customerId}`;
  const seen = await titles(world.adviser);
  expect(seen.filter((title) => /Dokument|Unterschrift|Beratung/.test(title))).toEqual([
    'Beratung begonnen',
    `Bitte um Unterschrift zurückgenommen: ${own}`,
    `Um Unterschrift gebeten: ${own}`,
    `Dokument freigegeben: ${own}`,
    `V-1: Dokument hochgeladen: Vollmacht contractId=${world.contractId}`,
    `Dokument hochgeladen: ${own}`,
  ]);

  const blind = await world.server.caller({
    permissions: ['customers.view'],
    memberships: [{ groupId: north, groupRights: ['groupCustomers.view'] }],
  });
  expect((await titles(blind)).filter((title) => /Dokument|Unterschrift|Beratung/.test(title))).toEqual([]);
});
