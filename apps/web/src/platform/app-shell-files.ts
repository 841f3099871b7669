/** Takes a file where the application runs inside the mobile app, which opens it itself. */
export type FileTaker = (file: { fileName: string; blob: Blob }) => void;

let taker: FileTaker | null = null;

/** The mobile app takes the PDF files from now on. */
export function setFileTaker(next: FileTaker): void {
  taker = next;
}

/** Who takes PDF files; null in a browser. */
export function fileTaker(): FileTaker | null {
  return taker;
}
