// `npm run engine:audit [-- COUNT]`: the frontier on random problems of all kinds, judged by an independent solver and by
// the duality gap. Prints one line per kind; ends with 1 if an answer is suboptimal, skipped or wrongly refused.
import { auditFrontier } from '../packages/engine/src/fixtures/audit-frontier.ts';

const result = await auditFrontier(Number(process.argv[2] ?? 3000));
for (const [kind, { problems, answers, judged, suboptimal, refused, worstGap }] of result)
  console.log(
    `${kind}: ${problems} problems, ${answers} answers, ${judged} judged by the other solver too, ${suboptimal} suboptimal, ${refused} refused, largest gap ${worstGap.toExponential(1)}`,
  );
const wrong = [...result.values()].reduce((sum, { suboptimal, refused }) => sum + suboptimal + refused, 0);
console.log(wrong === 0 ? 'nothing suboptimal, skipped or wrongly refused' : `${wrong} WRONG`);
process.exitCode = wrong === 0 ? 0 : 1;
