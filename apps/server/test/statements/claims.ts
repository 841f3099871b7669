import type {
  ArrowFunction,
  CallExpression,
  Expression,
  FunctionDeclaration,
  Node,
  SourceFile,
  TypeNode,
} from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { API, type Project, type Type, TypeFlags } from 'typescript/unstable/sync';
import { Evaluator } from './evaluate.ts';
import { scopeAround } from './scope-around.ts';
import { hole, type Value } from './values.ts';

/** One property of a claimed row: what the program believes a column to be. */
export interface ClaimedColumn {
  readonly name: string;
  readonly isNullable: boolean;
  readonly isOptional: boolean;
  /** Kinds of values as `typeof` tells them; 'object' for everything else, none where the claim says nothing. */
  readonly kinds: ReadonlySet<string>;
}

/** A statement as the source has it; `texts` has up to two variants of what conditions put together. */
export interface ClaimedStatement {
  /** `path:line` */
  readonly place: string;
  readonly texts: readonly string[];
  /** null: nobody claims its rows. */
  readonly columns: readonly ClaimedColumn[] | null;
}

/** Every statement of the server's sources with the row type claimed for it. */
export function claimedStatements(root: string): ClaimedStatement[] {
  const api = new API({ cwd: root });
  try {
    const config = `${root}/tsconfig.json`;
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} cannot be opened.`);
    return new ClaimReader(root, project).all();
  } finally {
    api.close();
  }
}

/** An expression that is run as a statement. */
interface Site {
  readonly sql: Expression;
  readonly claim: TypeNode | undefined;
}

/** A function that reads for others: text or row type come from whoever calls it. */
interface Helper {
  readonly site: Site;
  readonly declaration: FunctionDeclaration | ArrowFunction;
  /** Which type argument of a call is the row type; -1 when the helper claims a type of its own. */
  readonly claimIndex: number;
}

class ClaimReader {
  readonly #root: string;
  readonly #project: Project;
  readonly #passes: readonly Evaluator[];
  readonly #found: ClaimedStatement[] = [];
  readonly #helpers = new Map<string, Helper[]>();

  constructor(root: string, project: Project) {
    this.#root = root;
    this.#project = project;
    this.#passes = [new Evaluator(project, true), new Evaluator(project, false)];
  }

  all(): ClaimedStatement[] {
    const files = this.#project.program
      .getSourceFileNames()
      .filter((path) => path.startsWith(`${this.#root}/apps/server/src/`) && !path.includes('.test.'))
      .flatMap((path) => this.#project.program.getSourceFile(path) ?? []);
    for (const file of files) for (const site of sitesOf(file)) this.#take(file, site);
    for (const file of files) this.#takeCalls(file);
    return this.#found;
  }

  #take(file: SourceFile, site: Site): void {
    const helper = helperOf(site);
    const texts = this.#texts((pass) => pass.evaluate(site.sql, scopeAround(site.sql, pass)));
    const isOpen =
      helper !== undefined &&
      (helper.claimIndex >= 0 || texts.every((one) => one === '' || one.includes(hole)));
    if (isOpen) {
      const name = nameOf(helper.declaration);
      this.#helpers.set(name, [...(this.#helpers.get(name) ?? []), helper]);
    } else {
      this.#add(file, site.sql, texts, site.claim);
    }
  }

  /** What the calls of a helper make of its statements. */
  #takeCalls(file: SourceFile): void {
    const visit = (node: Node): void => {
      if (is.isCallExpression(node)) {
        const name = is.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
        const helpers = is.isIdentifier(name) ? (this.#helpers.get(name.text) ?? []) : [];
        for (const helper of helpers) this.#takeCall(file, node, name, helper);
      }
      node.forEachChild(visit);
    };
    visit(file);
  }

  #takeCall(
    file: SourceFile,
    node: CallExpression,
    name: Node,
    { site, declaration, claimIndex }: Helper,
  ): void {
    const [known] = this.#passes;
    if (!known || known.functionNamed(name) !== declaration) return;
    const texts = this.#texts((pass) => {
      const around = scopeAround(node, pass);
      const given = node.arguments.map((argument) => pass.evaluate(argument, around));
      return pass.evaluate(site.sql, scopeAround(site.sql, pass, pass.parametersOf(declaration, given)));
    });
    this.#add(file, node, texts, claimIndex < 0 ? site.claim : node.typeArguments?.[claimIndex]);
  }

  #texts(evaluate: (pass: Evaluator) => Value): string[] {
    return [...new Set(this.#passes.map((pass) => sqlText(evaluate(pass))))];
  }

  #add(file: SourceFile, node: Node, texts: readonly string[], claim: TypeNode | undefined): void {
    const line = file.text.slice(0, node.getStart()).split('\n').length;
    const row = claim && this.#project.checker.getTypeFromTypeNode(claim);
    this.#found.push({
      place: `${file.fileName.slice(this.#root.length + 1)}:${line}`,
      texts,
      columns: row === undefined ? null : columnsOf(row, this.#project),
    });
  }
}

function sqlText(value: Value): string {
  if (value.kind === 'text' || value.kind === 'sql') return value.text;
  const member = value.kind === 'object' ? value.members.get('sql') : undefined;
  return member?.kind === 'text' || member?.kind === 'sql' ? member.text : '';
}

function sitesOf(file: SourceFile): Site[] {
  const sites: Site[] = [];
  const visit = (node: Node): void => {
    if (is.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql') {
      const isRun = is.isPropertyAccessExpression(node.parent) && node.parent.name.text === 'execute';
      if (isRun) sites.push({ sql: node, claim: node.typeArguments?.[0] });
    } else if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
      sites.push(...sitesOfCall(node.expression.name.text, node));
    }
    node.forEachChild(visit);
  };
  visit(file);
  return sites;
}

/** What statements are read with is called so all over the server. */
const reader = /(database|reader)$/i;

function sitesOfCall(name: string, node: CallExpression): Site[] {
  const [first, second] = node.arguments;
  const [claim] = node.typeArguments ?? [];
  if (name === 'query' && claim && first) return [{ sql: first, claim }];
  const isReader =
    is.isPropertyAccessExpression(node.expression) && reader.test(node.expression.expression.getText());
  if (name === 'read' && isReader && second) return [{ sql: second, claim }];
  if (name !== 'readMany' || !second || !is.isArrayLiteralExpression(second)) return [];
  const rows = claim && is.isTupleTypeNode(claim) ? claim.elements : [];
  return second.elements.map((sql, index) => ({ sql, claim: rows[index] }));
}

/** The function around a site that could be a helper. */
function helperOf(site: Site): Helper | undefined {
  for (let at: Node | undefined = site.sql.parent; at; at = at.parent) {
    if (!is.isFunctionDeclaration(at) && !is.isArrowFunction(at)) continue;
    if (nameOf(at) === '') continue;
    const names = (at.typeParameters ?? []).map((parameter) => parameter.name.getText());
    return { site, declaration: at, claimIndex: names.indexOf(site.claim?.getText() ?? '') };
  }
  return undefined;
}

function nameOf(node: FunctionDeclaration | ArrowFunction): string {
  if (is.isFunctionDeclaration(node)) return node.name?.getText() ?? '';
  return is.isVariableDeclaration(node.parent) ? node.parent.name.getText() : '';
}

function columnsOf(row: Type, project: Project): ClaimedColumn[] {
  const { checker } = project;
  return checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbol(property);
    const parts = type === undefined ? [] : type.isUnionType() ? (type.getTypes() ?? []) : [type];
    const has = (flags: number) => parts.some((part) => (part.flags & flags) !== 0);
    return {
      name: property.name,
      isNullable: has(TypeFlags.Null) || has(TypeFlags.Unknown | TypeFlags.Any),
      isOptional: has(TypeFlags.Undefined),
      kinds: has(TypeFlags.Unknown | TypeFlags.Any) ? new Set() : new Set(parts.flatMap(kindOf)),
    };
  });
}

function kindOf(type: Type): string[] {
  if ((type.flags & (TypeFlags.Null | TypeFlags.Undefined)) !== 0) return [];
  if ((type.flags & TypeFlags.StringLike) !== 0) return ['string'];
  if ((type.flags & TypeFlags.NumberLike) !== 0) return ['number'];
  if ((type.flags & TypeFlags.BooleanLike) !== 0) return ['boolean'];
  return ['object'];
}
