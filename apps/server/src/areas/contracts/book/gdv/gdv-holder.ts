import type { BookFieldName } from '@depotwerk/domain/book/book-fields';
import { readCountry } from '@depotwerk/domain/customers/read-country';
import type { GdvContract } from './gdv-contracts.ts';
import { dayOf, fieldOf, type GdvRecord, type Place, places } from './gdv-records.ts';

/** Anlage 7: the policyholder. */
const policyholder = '01';

type Holder = Partial<Record<BookFieldName, string>>;

/**
 * The policyholder of a contract as columns of the book; a German sentence where the file does not name one alone, because
 * advice has to know every holder. Nothing where the file names nobody: the house may know the contract.
 */
export function holderOf({ addresses, general }: GdvContract): Holder | string {
  const persons = addresses.flatMap((parts) => {
    const person = parts.get('1');
    return person ? [{ parts, person, role: fieldOf(person, places.person.role) }] : [];
  });
  const named = persons.filter(({ role }) => role === policyholder);
  const holders = named.length > 0 ? named : persons.filter(({ role }) => role === '');
  const [holder, second] = holders;
  if (second) return 'Die Datei nennt mehrere Versicherungsnehmer. Bitte legen Sie den Vertrag von Hand an.';
  if (!holder) return {};
  if (fieldOf(holder.person, places.person.salutation) === '4')
    return 'Die Datei nennt „Herr und Frau“ als Versicherungsnehmer, also zwei Personen. Bitte legen Sie den Vertrag von Hand an.';
  const reach = holder.parts.get('2');
  const account = holder.parts.get('4');
  const { consumerKey, customerKey } = places.reach;
  return {
    ...nameOf(holder.person),
    dateOfBirth: dayOf(holder.person, places.person.dateOfBirth),
    street: fieldOf(holder.person, places.person.street),
    postalCode: fieldOf(holder.person, places.person.postalCode),
    city: fieldOf(holder.person, places.person.city),
    // A sign nobody knows says nothing.
    country: readCountry(fieldOf(holder.person, places.person.country)) ?? '',
    ...waysOf(holder.parts),
    iban: account ? fieldOf(account, places.account.iban) : '',
    customerKey:
      (reach && fieldOf(reach, customerKey)) ||
      (general && fieldOf(general, places.general.customerKey)) ||
      '',
    consumerKey: (reach && fieldOf(reach, consumerKey)) || '',
  };
}

/** Name 1 is the family name or that of the firm, name 2 goes on with it, name 3 is the first name. */
function nameOf(person: GdvRecord): Holder {
  const field = (place: Place) => fieldOf(person, place);
  const { salutation, name1, name2, name3, title } = places.person;
  const code = field(salutation);
  // 3 a firm, 6 an association.
  if (code === '3' || code === '6')
    return { companyName: [name1, name2, name3].map(field).filter(Boolean).join(' ') };
  const hasFirst = field(name3) !== '';
  return {
    salutation: { '1': 'Herr', '2': 'Frau', '5': 'Frau' }[code] ?? '',
    title: field(title),
    firstName: hasFirst ? field(name3) : field(name2),
    lastName: [field(name1), hasFirst ? field(name2) : ''].filter(Boolean).join(' '),
  };
}

/** Anlage 76: 10 a private telephone, 20 one at work, 50 a mail address, whose @ old systems write as (a). */
function waysOf(parts: ReadonlyMap<string, GdvRecord>): Holder {
  const { reach, reachLong } = places;
  const short = parts.get('2');
  const long = parts.get('3');
  const ways = [
    ...(long
      ? [
          [fieldOf(long, reachLong.kind1), fieldOf(long, reachLong.way1)],
          [fieldOf(long, reachLong.kind2), fieldOf(long, reachLong.way2)],
          [fieldOf(long, reachLong.kind3), fieldOf(long, reachLong.way3)],
        ]
      : []),
    ...(short
      ? [
          [fieldOf(short, reach.kind1), fieldOf(short, reach.way1)],
          [fieldOf(short, reach.kind2), fieldOf(short, reach.way2)],
          [fieldOf(short, reach.kind3), fieldOf(short, reach.way3)],
          [fieldOf(short, reach.kind4), fieldOf(short, reach.way4)],
        ]
      : []),
  ];
  const first = (kind: string) => ways.find(([each, way]) => each === kind && way !== '')?.[1] ?? '';
  return { phoneNumber: first('10') || first('20'), email: first('50').replace('(a)', '@') };
}
