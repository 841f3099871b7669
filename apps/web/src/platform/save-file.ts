import { fileTaker } from './app-shell-files.ts';

/** Hands a file to the browser's download, under the name the server gave it; a PDF inside the mobile app to the app. */
export function saveFile(file: { fileName: string; blob: Blob }): void {
  const taker = /\.pdf$/i.test(file.fileName) ? fileTaker() : null;
  if (taker !== null) {
    taker(file);
    return;
  }
  const address = URL.createObjectURL(file.blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers read the blob only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 30_000);
}
