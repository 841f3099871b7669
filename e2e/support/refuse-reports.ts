import type { Page } from 'playwright-core';

/** Answers every report the page asks for with a fault, as the server tells one. */
export async function refuseReports(page: Page): Promise<void> {
  await page.route('**/report-data/**', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        code: 'reports.failed',
        message: 'Der Bericht konnte nicht erstellt werden.',
      }),
    }),
  );
}
