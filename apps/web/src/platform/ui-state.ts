import { create } from 'zustand';

/** Whether the application runs in a browser or inside the mobile shell. */
export type ApplicationMode = 'webApp' | 'mobileApp';

/** State of the shell. */
export interface UiState {
  pageHeaderExpanded: boolean;
  displayApiErrorModal: boolean;
  errorModalTitle: string | null;
  /** HTML; shown only through SafeHtml. */
  errorModalMessage: string | null;
  errorModalException: { error: string; message: string } | null;
  errorModalStatusCode: number | null;
  returningFromSuccessorView: boolean;
  mode: ApplicationMode;
}

export const initialUiState: UiState = {
  pageHeaderExpanded: false,
  displayApiErrorModal: false,
  errorModalTitle: null,
  errorModalMessage: null,
  errorModalException: null,
  errorModalStatusCode: null,
  returningFromSuccessorView: false,
  mode: 'webApp',
};

export const useUiState = create<UiState>()(() => initialUiState);

export function togglePageHeader(): void {
  useUiState.setState((state) => ({ pageHeaderExpanded: !state.pageHeaderExpanded }));
}

export function collapsePageHeader(): void {
  useUiState.setState({ pageHeaderExpanded: false });
}

/** Every member back to its initial value, the mode included. */
export function resetUiState(): void {
  useUiState.setState(initialUiState, true);
}
