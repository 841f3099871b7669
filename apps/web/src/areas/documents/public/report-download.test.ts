import { describe, expect, it } from 'vitest';
import type { ApplicationMode } from '../../../platform/ui-state.ts';
import type { ReportFile } from './report-download.ts';
import { downloadReport, mobileFileName } from './report-download.ts';

const file: ReportFile = {
  fileName: 'Depotübersicht_V-1_2026-11-21.pdf',
  blob: new Blob(['%PDF-']),
  reportId: 'r1',
};

/** A world that writes down what is done to it. */
function world(options: { mode?: ApplicationMode; isBlocked?: boolean; addressFails?: boolean } = {}) {
  const events: string[] = [];
  const saved: { fileName: string; blob: Blob }[] = [];
  return {
    events,
    saved,
    effects: {
      mode: () => options.mode ?? 'webApp',
      openWindow: () => {
        events.push('open');
        if (options.isBlocked) return null;
        return {
          goTo: (address: string, fileName: string) => void events.push(`go ${address} ${fileName}`),
          close: () => void events.push('close'),
        };
      },
      addressOf: async (reportId: string) => {
        events.push(`address ${reportId}`);
        if (options.addressFails) throw new Error('reports.notFound');
        return `/once/${reportId}`;
      },
      save: (one: { fileName: string; blob: Blob }) => {
        events.push('save');
        saved.push(one);
      },
      today: () => '2026-03-04',
    },
    order: (load: () => Promise<ReportFile> = async () => file) => ({
      externalKey: 'V-1',
      reportType: 'depotOverview',
      load: async () => {
        events.push('load');
        return load();
      },
    }),
  };
}

describe('a report on the desktop', () => {
  it('opens the window before anything is asked for, then sends it to the one-time address', async () => {
    const { effects, events, order } = world();
    expect(await downloadReport(effects, order())).toBe(file.fileName);
    expect(events).toEqual(['open', 'load', 'address r1', `go /once/r1 ${file.fileName}`]);
  });

  it('closes the window when the report cannot be made, and says why', async () => {
    const { effects, events, order } = world();
    const error = new Error('reports.planMissing');
    await expect(
      downloadReport(
        effects,
        order(() => Promise.reject(error)),
      ),
    ).rejects.toBe(error);
    expect(events).toEqual(['open', 'load', 'close']);
  });

  it('closes the window when there is no address for it', async () => {
    const { effects, events, order } = world({ addressFails: true });
    await expect(downloadReport(effects, order())).rejects.toThrow('reports.notFound');
    expect(events.at(-1)).toBe('close');
  });

  it('of the archive needs its address only', async () => {
    const { effects, events, order } = world();
    await downloadReport(effects, { ...order(), archived: { reportId: 'old', fileName: 'alt.pdf' } });
    expect(events).toEqual(['open', 'address old', 'go /once/old alt.pdf']);
  });

  it('is saved in place where windows are blocked', async () => {
    const { effects, events, saved, order } = world({ isBlocked: true });
    await downloadReport(effects, order());
    expect(events).toEqual(['open', 'load', 'save']);
    expect(saved[0]?.fileName).toBe(file.fileName);
  });

  it('that is not archived is saved, and the window goes', async () => {
    const { effects, events, order } = world();
    await downloadReport(
      effects,
      order(async () => ({ ...file, reportId: null })),
    );
    expect(events).toEqual(['open', 'load', 'close', 'save']);
  });
});

describe('a report in the mobile shell', () => {
  it('is saved under contract, day and type, without any window', async () => {
    const { effects, events, saved, order } = world({ mode: 'mobileApp' });
    expect(await downloadReport(effects, order())).toBe('V-1_260304_depotOverview.pdf');
    expect(events).toEqual(['load', 'save']);
    expect(saved[0]?.blob).toBe(file.blob);
  });

  it('names the file with two digits each', () => {
    expect(mobileFileName('MF-08-0000028', '2009-01-09', 'riskProfile')).toBe(
      'MF-08-0000028_090109_riskProfile.pdf',
    );
  });

  it.each([
    ['12/345 678.9', '12-345-678.9_261129_riskProfile.pdf'],
    ['../../etc\\x', 'etc-x_261129_riskProfile.pdf'],
    ['', '261129_riskProfile.pdf'],
    ['/', '261129_riskProfile.pdf'],
  ])('makes no path of the number %j', (externalKey, fileName) => {
    expect(mobileFileName(externalKey, '2026-11-29', 'riskProfile')).toBe(fileName);
  });
});
