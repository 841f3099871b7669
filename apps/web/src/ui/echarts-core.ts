import { LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

// Only what our charts draw with; everything else of the library stays out of the build.
use([LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

export { init as initChart };
