import type { ReactNode } from 'react';
import { Component } from 'react';
import { t } from '../texts/texts.ts';
import { Banner } from './feedback.tsx';

/** Keeps a chart that cannot be drawn, or whose code cannot be loaded, from taking its page along. */
export class ChartBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return <Banner tone="warn">{t('portfolio.chart.failed')}</Banner>;
  }
}
