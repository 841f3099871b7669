import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import type { DialogParam } from './dialog-params.ts';

/** What every dialog of the second outlet gets. Its further parameters stand in the address beside `dialog`. */
export interface RoutedDialogProps {
  /** Further search parameters as text. */
  params: Readonly<Record<string, string>>;
  /** Takes the dialog out of the address. */
  onClose: () => void;
}

interface RegisteredDialog {
  component: LazyExoticComponent<ComponentType<RoutedDialogProps>>;
  /** Names of the parameters that belong to the dialog and leave the address with it. */
  paramNames: readonly DialogParam[];
}

/** Dialogs that have an address: `?dialog=<name>&…` over any page. */
export const routedDialogs: Readonly<Record<string, RegisteredDialog>> = {
  fundDetail: {
    component: lazy(async () => ({ default: (await import('../areas/funds/fund-dialog.tsx')).FundDialog })),
    paramNames: ['fundId'],
  },
  deleteContract: {
    component: lazy(async () => ({
      default: (await import('../areas/contracts/delete-contract-dialog.tsx')).DeleteContractDialog,
    })),
    paramNames: ['contractId'],
  },
  bulkAction: {
    component: lazy(async () => ({
      default: (await import('../areas/optimization/bulk-check-dialog.tsx')).BulkCheckDialog,
    })),
    paramNames: ['jobId'],
  },
  bulkChange: {
    component: lazy(async () => ({
      default: (await import('../areas/contracts/bulk/bulk-change-results.tsx')).BulkChangeResults,
    })),
    paramNames: ['jobId'],
  },
  bulkCustomers: {
    component: lazy(async () => ({
      default: (await import('../areas/customers/bulk/customer-change-results.tsx')).CustomerChangeResults,
    })),
    paramNames: ['jobId'],
  },
  bulkPlan: {
    component: lazy(async () => ({
      default: (await import('../areas/optimization/bulk-plan-dialog.tsx')).BulkPlanDialog,
    })),
    paramNames: ['jobId'],
  },
  bulkHandOver: {
    component: lazy(async () => ({
      default: (await import('../areas/optimization/key-information/bulk-hand-over-dialog.tsx'))
        .BulkHandOverDialog,
    })),
    paramNames: ['jobId'],
  },
  bulkApproval: {
    component: lazy(async () => ({
      default: (await import('../areas/optimization/order-book/bulk-approval-dialog.tsx')).BulkApprovalDialog,
    })),
    paramNames: ['jobId'],
  },
  bulkRelease: {
    component: lazy(async () => ({
      default: (await import('../areas/optimization/release/bulk-release-dialog.tsx')).BulkReleaseDialog,
    })),
    paramNames: ['jobId'],
  },
  yearEnd: {
    component: lazy(async () => ({
      default: (await import('../areas/documents/year-end-dialog.tsx')).YearEndDialog,
    })),
    paramNames: ['jobId'],
  },
  replaceFund: {
    component: lazy(async () => ({
      default: (await import('../areas/optimization/replace-fund-dialog.tsx')).ReplaceFundDialog,
    })),
    paramNames: ['fundId'],
  },
  secondFactor: {
    component: lazy(async () => ({
      default: (await import('../areas/optimization/execute-plan-dialog.tsx')).ExecutePlanDialog,
    })),
    paramNames: ['contractId'],
  },
  componentUses: {
    component: lazy(async () => ({
      default: (await import('../areas/tariffs/component-list/component-uses-dialog.tsx'))
        .ComponentUsesDialog,
    })),
    paramNames: ['componentKind', 'componentId'],
  },
  copyComponent: {
    component: lazy(async () => ({
      default: (await import('../areas/tariffs/component-list/copy-component-dialog.tsx'))
        .CopyComponentDialog,
    })),
    paramNames: ['componentKind', 'componentId'],
  },
  deleteComponent: {
    component: lazy(async () => ({
      default: (await import('../areas/tariffs/component-list/delete-component-dialog.tsx'))
        .DeleteComponentDialog,
    })),
    paramNames: ['componentKind', 'componentId'],
  },
  copyTariff: {
    component: lazy(async () => ({
      default: (await import('../areas/tariffs/tariff-list/copy-tariff-dialog.tsx')).CopyTariffDialog,
    })),
    paramNames: ['tariffId'],
  },
  deleteTariff: {
    component: lazy(async () => ({
      default: (await import('../areas/tariffs/tariff-list/delete-tariff-dialog.tsx')).DeleteTariffDialog,
    })),
    paramNames: ['tariffId'],
  },
  columnChooser: {
    component: lazy(async () => ({
      default: (await import('../areas/contracts/column-chooser.tsx')).ColumnChooser,
    })),
    paramNames: [],
  },
};
