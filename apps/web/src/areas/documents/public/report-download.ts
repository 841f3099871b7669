import { pdfName } from '@depotwerk/domain/file-name';
import type { ApplicationMode } from '../../../platform/ui-state.ts';

export interface ReportFile {
  /** As the server names it in content-disposition. */
  fileName: string;
  blob: Blob;
  /** Of the archive; null for what is not archived. */
  reportId: string | null;
}

/** The window opened at the click; it shows a loading page until it gets the report's address. */
export interface ReportWindow {
  /** Sends the window to the one-time address; `fileName` is what it then speaks of. */
  goTo: (address: string, fileName: string) => void;
  close: () => void;
}

/** What a download does to the world; tests pass fakes. */
export interface ReportDownloadEffects {
  mode: () => ApplicationMode;
  /** null when the browser blocks it. Must be called in the click itself. */
  openWindow: () => ReportWindow | null;
  /** A new one-time address of an archived report. */
  addressOf: (reportId: string) => Promise<string>;
  save: (file: { fileName: string; blob: Blob }) => void;
  /** The user's day, `YYYY-MM-DD`. */
  today: () => string;
}

export interface ReportOrder {
  /** Number of the contract, for the file's name on the phone. */
  externalKey: string;
  reportType: string;
  /** Makes the report, or fetches the archived one. */
  load: () => Promise<ReportFile>;
  /** The report lies in the archive already: the window needs its address only. */
  archived?: { reportId: string; fileName: string } | undefined;
}

/**
 * `{externalKey}_{yyMMdd}_{reportType}.pdf`. A number may hold anything ("12/345"), and the app makes a file of the name.
 * @param day `YYYY-MM-DD`
 */
export function mobileFileName(externalKey: string, day: string, reportType: string): string {
  return pdfName(externalKey, day.slice(2).replaceAll('-', ''), reportType);
}

/**
 * Brings a report to the user: in the mobile shell it is saved under the name of reportFileName; on
 * the desktop the window opened at the click goes to the report's one-time address; where windows are blocked the file
 * is saved in place. Answers the title, which is the file's name.
 * @throws whatever making or fetching it throws, once the window is closed
 */
export async function downloadReport(effects: ReportDownloadEffects, order: ReportOrder): Promise<string> {
  if (effects.mode() === 'mobileApp') {
    const { blob } = await order.load();
    const fileName = mobileFileName(order.externalKey, effects.today(), order.reportType);
    effects.save({ fileName, blob });
    return fileName;
  }
  const opened = effects.openWindow();
  if (opened === null) {
    const file = await order.load();
    effects.save(file);
    return file.fileName;
  }
  try {
    const { fileName, reportId, blob } = order.archived
      ? { ...order.archived, blob: null }
      : await order.load();
    if (reportId !== null) {
      opened.goTo(await effects.addressOf(reportId), fileName);
    } else {
      opened.close();
      if (blob !== null) effects.save({ fileName, blob });
    }
    return fileName;
  } catch (error) {
    opened.close();
    throw error;
  }
}
