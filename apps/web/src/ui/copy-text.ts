/** Puts a text on the clipboard; false where the browser lets nobody write there, as on a page without TLS or in a foreign frame. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
