import { expect, it } from 'vitest';
import { readMt535 } from './read-mt535.ts';

it('reads the amount in euros beside another currency, and what is blocked with what is free', () => {
  const holding = (...lines: string[]) => {
    const head = ':16R:GENL\n:97A::SAFE//90010001/A\n:98A::STAT//20261120\n:16S:GENL';
    const fin = [':16R:FIN', ':35B:ISIN DE0005933931', ...lines, ':16S:FIN'].join('\n');
    const { statements, problems } = readMt535(`${head}\n${fin}`);
    return statements[0]?.positions[0] ?? problems[0]?.message;
  };
  expect(
    holding(
      ':90B::MRKT//ACTU/USD12,',
      ':90B::MRKT//ACTU/EUR11,1',
      ':93B::AGGR//UNIT/7,',
      ':19A::HOLD//USD84,',
      ':19A::HOLD//EUR77,7',
    ),
  ).toMatchObject({ quantity: 7, price: 11.1, value: 77.7 });
  expect(holding(':93B::AVAI//UNIT/5,1', ':93B::NAVL//UNIT/3,2')).toMatchObject({ quantity: 8.3 });
  expect(holding(':93B::AVAI//UNIT/5,', ':93B::NAVL//UNIT/?')).toMatch(/Stückzahl ist nicht lesbar/);
  expect(holding(':93B::AGGR//UNIT/9,', ':93B::AVAI//UNIT/5,')).toMatchObject({ quantity: 9 });
});
