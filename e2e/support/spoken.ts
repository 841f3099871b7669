import type { Page } from 'playwright-core';

/** What a screen reader says of a state, in the browser's own words. */
const states = ['required', 'invalid', 'checked'];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const isTrue = (value: unknown): boolean => value === true || value === 'true';

/**
 * What a screen reader is told of everything with one of the roles, as the browser's accessibility tree has it: role, name,
 * description, states.
 */
export async function spokenOf(page: Page, roles: readonly string[]): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    return nodes
      .filter(({ ignored, role }) => !ignored && roles.includes(text(role?.value)))
      .map(({ role, name, description, properties = [] }) => {
        const said = states.filter((state) =>
          properties.some((property) => property.name === state && isTrue(property.value.value)),
        );
        const parts = [text(role?.value), text(name?.value), text(description?.value), said.join(' ')];
        return parts.filter(Boolean).join(' | ');
      });
  } finally {
    await session.detach();
  }
}
