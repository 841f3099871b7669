import type { printYearEndReports } from '@depotwerk/api/reports/year-end';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { contentOf } from '../../../platform/document-store/content-row.ts';
import { notFound } from '../../../platform/http/app-error.ts';
import { Reply } from '../../../platform/http/route.ts';
import type { FileVerb } from '../../../platform/http/verb.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { joinPdfs } from '../pdf/join-pdfs.ts';
import { readPrintedLetters } from './year-end-rows.view.ts';

/** Letters of a run as one file to print; that they were taken out is recorded. @throws 404 without any the caller sees */
export const printYearEnd: FileVerb<typeof printYearEndReports> = async (
  services,
  { scope, actor },
  { params, body },
) => {
  requirePermission(scope, 'documents.view');
  const letters = await readPrintedLetters(services, scope, params.id, body.part);
  if (letters.length === 0) throw notFound();
  const file = await joinPdfs(await Promise.all(letters.map((letter) => contentOf(services, letter))), {
    title: `Berichte, Teil ${body.part}`,
    isTwoSided: body.isTwoSided,
  });
  await services.database.transaction(scope, (transaction) =>
    writeAudit(transaction, {
      actor,
      action: 'reports.yearEndPrint',
      objectType: 'job',
      objectId: params.id,
      after: letters.map(({ documentId }) => documentId),
      details: { part: body.part, letters: letters.length },
    }),
  );
  return Reply.file({
    fileName: `Berichte_Teil_${body.part}.pdf`,
    contentType: 'application/pdf',
    body: file,
  });
};
