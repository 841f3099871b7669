/** Tenants, groups and users of the demo world. */
import { groupRights } from '@depotwerk/domain/permissions';
import type { DefaultRoleKey } from '@depotwerk/server/public';
import { drawPerson, mailPart } from './people.ts';
import { Random } from './random.ts';

export interface DemoGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly parentId: string | null;
}

export interface DemoUser {
  readonly id: string;
  readonly userName: string;
  readonly fullName: string;
  readonly role: DefaultRoleKey;
  readonly phone: string | null;
  /** Groups with all their rights, except the management of users. */
  readonly groupIds: readonly string[];
}

export interface DemoTenant {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly groups: readonly DemoGroup[];
  /** Groups customers belong to: the leaves of the tree. */
  readonly branches: readonly DemoGroup[];
  readonly users: readonly DemoUser[];
  /** The adviser of each branch, by branch id. */
  readonly advisers: ReadonlyMap<string, DemoUser>;
  readonly whiteLabel: {
    readonly title: string;
    readonly primary: string;
    readonly accent: string;
    readonly registrationMode: number;
    readonly hosts: readonly string[];
  };
}

/** Rights an adviser holds in his groups. */
export const adviserGroupRights = groupRights.filter((right) => right !== 'groupUsers.manage');

const regionNames = [
  'Nord',
  'Süd',
  'Ost',
  'West',
  'Mitte',
  'Nordwest',
  'Südwest',
  'Südost',
  'Nordost',
  'Küste',
  'Rhein',
  'Alpen',
];
const branchNames = [
  'Hamburg',
  'Kiel',
  'Lübeck',
  'München',
  'Nürnberg',
  'Würzburg',
  'Dresden',
  'Leipzig',
  'Erfurt',
  'Köln',
  'Düsseldorf',
  'Münster',
  'Frankfurt',
  'Mainz',
  'Göttingen',
  'Bremen',
  'Freiburg',
  'Stuttgart',
  'Tübingen',
  'Rostock',
];

interface TenantPlan {
  readonly key: string;
  readonly name: string;
  readonly headOffice: string;
  readonly regions: number;
  readonly branchesPerRegion: number;
  readonly whiteLabel: DemoTenant['whiteLabel'];
}

/** More branches for more contracts, so that one branch stays what an adviser can know. */
function tenantPlans(contracts: number): TenantPlan[] {
  const regions = Math.min(12, Math.max(4, Math.round(contracts / 20_000)));
  const branchesPerRegion = Math.min(20, Math.max(3, Math.round(contracts / 12_000)));
  return [
    {
      key: 'demo.example',
      name: 'Depotwerk Demo',
      headOffice: 'Zentrale',
      regions,
      branchesPerRegion,
      whiteLabel: {
        title: 'Depotwerk',
        primary: '#1f5f7a',
        accent: '#b4532a',
        registrationMode: 2,
        hosts: ['demo.example', 'localhost', '127.0.0.1'],
      },
    },
    {
      key: 'nord.example',
      name: 'Nordlicht Vorsorge',
      headOffice: 'Hauptverwaltung',
      regions: Math.max(2, Math.ceil(regions / 3)),
      branchesPerRegion: Math.max(2, Math.ceil(branchesPerRegion / 2)),
      whiteLabel: {
        title: 'Nordlicht Berater',
        primary: '#2c5e3f',
        accent: '#8a4b12',
        registrationMode: 0,
        hosts: ['nord.example', 'nord.localhost'],
      },
    },
  ];
}

function createGroups(plan: TenantPlan, random: Random): { groups: DemoGroup[]; branches: DemoGroup[] } {
  const root: DemoGroup = {
    id: random.uuid(),
    name: plan.headOffice,
    description: 'Alle Regionen und Geschäftsstellen.',
    parentId: null,
  };
  const groups = [root];
  const branches: DemoGroup[] = [];
  for (let region = 0; region < plan.regions; region += 1) {
    const regionName = `Region ${regionNames[region] ?? String(region + 1)}`;
    const regionGroup: DemoGroup = {
      id: random.uuid(),
      name: regionName,
      description: `Geschäftsstellen der ${regionName}.`,
      parentId: root.id,
    };
    groups.push(regionGroup);
    for (let branch = 0; branch < plan.branchesPerRegion; branch += 1) {
      const place = (region * 3 + branch) % branchNames.length;
      const name = `Geschäftsstelle ${branchNames[place] ?? String(branch + 1)}`;
      const group: DemoGroup = {
        id: random.uuid(),
        name,
        description: 'Betreuung der Kundinnen und Kunden vor Ort.',
        parentId: regionGroup.id,
      };
      groups.push(group);
      branches.push(group);
    }
  }
  return { groups, branches };
}

function createUsers(
  plan: TenantPlan,
  groups: readonly DemoGroup[],
  branches: readonly DemoGroup[],
  random: Random,
): { users: DemoUser[]; advisers: Map<string, DemoUser> } {
  const root = groups[0]?.id ?? '';
  const user = (
    name: string,
    fullName: string,
    role: DefaultRoleKey,
    groupIds: readonly string[],
  ): DemoUser => ({
    id: random.uuid(),
    userName: `${name}@${plan.key}`,
    fullName,
    role,
    phone: `+49 170 ${random.int(1_000_000, 9_999_999)}`,
    groupIds,
  });
  const first = branches[0]?.id ?? root;
  const second = branches[1]?.id ?? root;
  const users = [
    user('admin', 'Andrea Köhler', 'administrator', [root]),
    user('berater', 'Jürgen Weiß', 'adviser', [first]),
  ];
  const advisers = new Map<string, DemoUser>();
  const [, adviser] = users;
  if (adviser) advisers.set(first, adviser);
  if (plan.key === 'demo.example') {
    const other = user('beraterin', 'Käthe Öztürk', 'adviser', [second]);
    advisers.set(second, other);
    users.push(
      other,
      user('tarif', 'Sören Hartmann', 'tariffManager', []),
      user('freigabe', 'Petra Böhm', 'tariffApproval', []),
      user('assistenz', 'Zoë Lehmann', 'assistant', [first]),
      user('revision', 'Norbert Groß', 'compliance', [root]),
      user('kunde', 'Erika Müller', 'client', []),
    );
  }
  const taken = new Set(users.map(({ userName }) => userName));
  for (const branch of branches) {
    if (advisers.has(branch.id)) continue;
    const person = drawPerson(random);
    let name = `${mailPart(person.firstName)}.${mailPart(person.lastName)}`;
    while (taken.has(`${name}@${plan.key}`)) name += random.int(2, 99);
    taken.add(`${name}@${plan.key}`);
    const created = user(name, `${person.title} ${person.firstName} ${person.lastName}`.trim(), 'adviser', [
      branch.id,
    ]);
    users.push(created);
    advisers.set(branch.id, created);
  }
  return { users, advisers };
}

/** The two tenants; the number of branches grows with the number of contracts. */
export function createTenants(seed: number, contracts: number): DemoTenant[] {
  return tenantPlans(contracts).map((plan) => {
    const random = new Random(seed, 'tenant', plan.key);
    const id = random.uuid();
    const { groups, branches } = createGroups(plan, random);
    return {
      id,
      key: plan.key,
      name: plan.name,
      groups,
      branches,
      ...createUsers(plan, groups, branches, random),
      whiteLabel: plan.whiteLabel,
    };
  });
}
