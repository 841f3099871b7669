import type { DemoWorld } from '@depotwerk/server/public';
import { fillDemoWorld } from './fill-demo-world.ts';
import { demoLegalPages } from './legal-pages.ts';
import { seedPracticeBank } from './practice-bank/seed-practice-bank.ts';
import { startPracticeBank } from './practice-bank/start-practice-bank.ts';

/** The whole demo as the server asks for it, by the place of this file. */
export const demoWorld = {
  fill: fillDemoWorld,
  startPracticeBank,
  seedPracticeBank,
  legalPages: demoLegalPages,
  signIns: [
    'admin@demo.example',
    'tarif@demo.example',
    'freigabe@demo.example',
    'berater@demo.example',
    'beraterin@demo.example',
    'assistenz@demo.example',
    'revision@demo.example',
    'kunde@demo.example',
    'admin@nord.example',
    'berater@nord.example',
  ],
} satisfies DemoWorld;
