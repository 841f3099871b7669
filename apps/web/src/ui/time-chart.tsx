import { formatDate } from '@depotwerk/domain/date-text';
import { asReadersWrite } from '@depotwerk/domain/notation';
import { formatNumber } from '@depotwerk/domain/number-text';
import type { ECharts, EChartsCoreOption } from 'echarts/core';
import { useEffect, useRef } from 'react';
import { useTheme } from '../platform/theme.ts';
import { t } from '../texts/texts.ts';
import { initChart } from './echarts-core.ts';
import './chart.css';

export interface TimeSeries {
  key: string;
  label: string;
  /** Name of a colour token, for instance `--data-1`. */
  colourToken: string;
  isDashed?: boolean | undefined;
  /** The area below is tinted. */
  isFilled?: boolean | undefined;
  points: readonly { x: string; y: number }[];
}

export interface TimeChartProps {
  /** What the picture shows, in one sentence: canvas has no text of its own. */
  description: string;
  series: readonly TimeSeries[];
  formatValue: (value: number) => string;
  /** Behind the figures at the axis: "€". */
  unit: string;
  /** Parts of a whole, where a line on the axis would be read as nothing: the axis shows 0. */
  startsAtZero?: boolean;
  height: number;
}

/** Lines over time on a canvas. Belongs behind `lazy()`: the chart library is larger than the page around it. */
export function TimeChart({
  description,
  series,
  formatValue,
  unit,
  startsAtZero = false,
  height,
}: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const isDark = useTheme((state) => state.isDark);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    allowClearing(element);
    const chart: ECharts = initChart(element, null, { renderer: 'canvas' });
    chart.setOption({
      ...chartOption({ series, formatValue, unit, startsAtZero }, getComputedStyle(element)),
      darkMode: isDark,
    });
    const observer = new ResizeObserver(() => chart.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.dispose();
    };
    // Colours are read from the tokens, so a change of theme draws anew.
  }, [series, formatValue, unit, startsAtZero, isDark]);
  return <div ref={box} className="ui-chart" role="img" aria-label={description} style={{ height }} />;
}

/** The library empties its box through `innerHTML`, which trusted types forbid; emptying is all it may do. */
function allowClearing(element: HTMLElement): void {
  Object.defineProperty(element, 'innerHTML', {
    configurable: true,
    set: () => {
      element.replaceChildren();
    },
  });
}

function chartOption(
  { series, formatValue, unit, startsAtZero }: Required<Omit<TimeChartProps, 'description' | 'height'>>,
  style: CSSStyleDeclaration,
): EChartsCoreOption {
  const token = (name: string) => style.getPropertyValue(name).trim();
  const font = { fontFamily: style.fontFamily, fontSize: 12 };
  const isGerman = asReadersWrite('1,5') === '1,5';
  const month = isGerman ? '{MM}.{yyyy}' : '{MM}/{yyyy}';
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    animation: !reducesMotion,
    animationDuration: 250,
    grid: { left: 4, right: 12, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      // The page's trusted types forbid tooltips made of markup.
      renderMode: 'richText',
      confine: true,
      backgroundColor: token('--surface'),
      borderColor: token('--line-strong'),
      borderWidth: 1,
      padding: [8, 12],
      textStyle: { ...font, color: token('--text'), fontSize: 13, lineHeight: 20 },
      axisPointer: { lineStyle: { color: token('--line-strong') } },
      formatter: (points: readonly { axisValue: number; seriesName: string; value: [string, number] }[]) => {
        const [first] = points;
        if (!first) return '';
        const lines = points.map((point) => `${point.seriesName}: ${formatValue(point.value[1])}`);
        return [formatDate(first.value[0]), ...lines].join('\n');
      },
    },
    xAxis: {
      type: 'time',
      axisLine: { lineStyle: { color: token('--line-strong') } },
      axisTick: { show: false },
      axisLabel: {
        ...font,
        color: token('--text-faint'),
        hideOverlap: true,
        formatter: { year: month, month, day: isGerman ? '{dd}.{MM}.' : '{dd}/{MM}' },
      },
    },
    yAxis: {
      type: 'value',
      scale: !startsAtZero,
      splitNumber: 4,
      splitLine: { lineStyle: { color: token('--line') } },
      axisLabel: {
        ...font,
        color: token('--text-faint'),
        formatter: (value: number) => axisValue(value, unit),
      },
    },
    series: series.map((line) => ({
      type: 'line',
      name: line.label,
      data: line.points.map((point) => [point.x, point.y]),
      showSymbol: line.points.length < 2,
      symbol: 'circle',
      sampling: 'lttb',
      lineStyle: { width: 2.25, color: token(line.colourToken), type: line.isDashed ? 'dashed' : 'solid' },
      itemStyle: { color: token(line.colourToken) },
      emphasis: { disabled: true },
      ...(line.isFilled ? { areaStyle: { color: token(line.colourToken), opacity: 0.08 } } : {}),
    })),
  };
}

/** Figures at the axis: "120 T€", "1,2 Mio. €"; in English "€120k", "€1.2m". */
export function axisValue(value: number, unit: string): string {
  const size = Math.abs(value);
  if (size >= 1_000_000)
    return t('common.axisMillions', { number: formatNumber(value / 1_000_000, 0, 2), unit });
  if (size >= 10_000) return t('common.axisThousands', { number: formatNumber(value / 1000, 0, 1), unit });
  const number = formatNumber(value, 0, 2);
  if (unit === '€') return t('common.axisMoney', { number, unit });
  return unit === '%' ? t('common.axisShare', { number, unit }) : `${number}\u00a0${unit}`;
}
