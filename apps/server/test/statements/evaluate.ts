import {
  type CallExpression,
  type Expression,
  type ForOfStatement,
  type FunctionLikeDeclaration,
  type Node,
  type Statement,
  type TemplateLiteral,
} from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import type { Project } from 'typescript/unstable/sync';
import { declarationOf, isTruth, isWrapped } from './declarations.ts';
import { asText, hole, nameOf, placeholder, type Scope, text, unknown, type Value } from './values.ts';

const deepest = 40;

/** Tells the values of expressions; `takesFirst` says which arm of a choice, so that two passes see both. */
export class Evaluator {
  readonly #project: Project;
  readonly #takesFirst: boolean;
  #depth = 0;
  readonly #constants = new Map<Node, Value>();

  constructor(project: Project, takesFirst: boolean) {
    this.#project = project;
    this.#takesFirst = takesFirst;
  }

  evaluate(node: Expression, scope: Scope): Value {
    if (this.#depth > deepest) return unknown;
    this.#depth += 1;
    try {
      return this.#evaluate(node, scope);
    } finally {
      this.#depth -= 1;
    }
  }

  /** The text of a template of `sql`: what is no piece of SQL itself becomes a value's place. */
  sqlOf(template: TemplateLiteral, scope: Scope): string {
    return this.#template(template, scope, (value, expression) => {
      if (value.kind === 'sql') return value.text;
      return value.kind === 'unknown' && this.#isSql(expression) ? hole : placeholder;
    });
  }

  #evaluate(node: Expression, scope: Scope): Value {
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return text(node.text);
    if (is.isNumericLiteral(node)) return text(node.text);
    if (isTruth(node)) return text(node.getText());
    if (is.isTemplateExpression(node)) {
      return text(this.#template(node, scope, (value) => asText(value) ?? hole));
    }
    if (is.isTaggedTemplateExpression(node)) {
      return node.tag.getText() === 'sql' ? { kind: 'sql', text: this.sqlOf(node.template, scope) } : unknown;
    }
    if (isWrapped(node)) return this.evaluate(node.expression, scope);
    if (is.isConditionalExpression(node)) {
      const arms = [this.evaluate(node.whenTrue, scope), this.evaluate(node.whenFalse, scope)];
      return this.#choose(arms);
    }
    if (is.isArrowFunction(node) || is.isFunctionExpression(node)) return { kind: 'function', node, scope };
    if (is.isArrayLiteralExpression(node)) return this.#list(node.elements, scope);
    if (is.isObjectLiteralExpression(node)) return this.#object(node, scope);
    if (is.isIdentifier(node)) return scope.get(node.text) ?? this.#named(node);
    if (is.isPropertyAccessExpression(node)) {
      const value = this.evaluate(node.expression, scope);
      if (value.kind === 'object') return value.members.get(node.name.text) ?? unknown;
      return value.kind === 'unknown' ? this.#named(node.name) : unknown;
    }
    if (is.isElementAccessExpression(node))
      return this.#element(node.expression, node.argumentExpression, scope);
    if (is.isBinaryExpression(node)) return this.#binary(node, scope);
    if (is.isCallExpression(node)) return this.#call(node, scope);
    return unknown;
  }

  #isSql(expression: Expression): boolean {
    return this.#project.checker.getTypeAtLocation(expression)?.getSymbol()?.name === 'RawBuilder';
  }

  #choose(arms: readonly Value[]): Value {
    const known = arms.filter(({ kind }) => kind !== 'unknown');
    return (this.#takesFirst ? known[0] : known.at(-1)) ?? unknown;
  }

  #template(
    template: TemplateLiteral,
    scope: Scope,
    show: (value: Value, expression: Expression) => string,
  ): string {
    if (is.isNoSubstitutionTemplateLiteral(template)) return template.text;
    return (
      template.head.text +
      template.templateSpans
        .map(({ expression, literal }) => show(this.evaluate(expression, scope), expression) + literal.text)
        .join('')
    );
  }

  #list(elements: readonly Expression[], scope: Scope): Value {
    const items = elements.flatMap((element) => {
      if (!is.isSpreadElement(element)) return [this.evaluate(element, scope)];
      const spread = this.evaluate(element.expression, scope);
      return spread.kind === 'list' ? spread.items : [];
    });
    return { kind: 'list', items };
  }

  #object(node: Node, scope: Scope): Value {
    const members = new Map<string, Value>();
    if (!is.isObjectLiteralExpression(node)) return unknown;
    for (const property of node.properties) {
      if (is.isPropertyAssignment(property)) {
        members.set(nameOf(property.name), this.evaluate(property.initializer, scope));
      } else if (is.isShorthandPropertyAssignment(property)) {
        members.set(nameOf(property.name), scope.get(nameOf(property.name)) ?? this.#shorthand(property));
      } else if (is.isSpreadAssignment(property)) {
        const spread = this.evaluate(property.expression, scope);
        if (spread.kind === 'object') for (const [name, value] of spread.members) members.set(name, value);
      }
    }
    return { kind: 'object', members };
  }

  #shorthand(node: Node): Value {
    const symbol = this.#project.checker.getShorthandAssignmentValueSymbol(node);
    const declaration = symbol?.valueDeclaration?.resolve(this.#project);
    return declaration ? this.#declared(declaration) : unknown;
  }

  #element(object: Expression, key: Expression, scope: Scope): Value {
    const value = this.evaluate(object, scope);
    const name = asText(this.evaluate(key, scope));
    if (value.kind === 'object') {
      const chosen = name === undefined ? undefined : value.members.get(name);
      return chosen ?? this.#choose([...value.members.values()]);
    }
    return value.kind === 'list' ? (value.items[Number(name ?? 0)] ?? unknown) : unknown;
  }

  #binary(node: Node, scope: Scope): Value {
    if (!is.isBinaryExpression(node)) return unknown;
    const operator = node.operatorToken.getText();
    const left = this.evaluate(node.left, scope);
    const right = this.evaluate(node.right, scope);
    if (operator === '+') {
      const parts = [asText(left), asText(right)];
      return parts.every((part) => part === undefined)
        ? unknown
        : text(parts.map((part) => part ?? hole).join(''));
    }
    if (operator === '&&') return [left, right].find((side) => asText(side) === 'false') ?? unknown;
    return operator === '??' || operator === '||' ? this.#choose([left, right]) : unknown;
  }

  #call(node: CallExpression, scope: Scope): Value {
    const callee = node.expression;
    if (is.isPropertyAccessExpression(callee)) {
      const known = this.#method(callee.expression, callee.name.text, node, scope);
      if (known) return known;
    }
    const target = this.evaluate(callee, scope);
    if (target.kind !== 'function') return unknown;
    return this.#apply(
      target,
      node.arguments.map((argument) => this.evaluate(argument, scope)),
    );
  }

  #method(object: Expression, name: string, node: CallExpression, scope: Scope): Value | undefined {
    const [first] = node.arguments;
    if (object.getText() === 'sql') return this.#sqlMethod(name, first, node.arguments[1], scope);
    if (name === 'add' && node.arguments.length === 1) return text(placeholder);
    const value = this.evaluate(object, scope);
    if (name === 'compile') return value;
    if (name === 'join') {
      const items = value.kind === 'list' ? value.items.map((item) => asText(item) ?? hole) : [hole];
      return text(items.join(first ? (asText(this.evaluate(first, scope)) ?? '') : ','));
    }
    if ((name === 'map' || name === 'flatMap') && first) return this.#map(value, this.evaluate(first, scope));
    if (name === 'filter' && first) return this.#filter(value, this.evaluate(first, scope));
    if (name === 'trim' || name === 'toSorted') return value;
    if (name === 'replace' || name === 'replaceAll') return this.#replace(value, node, scope);
    return undefined;
  }

  #sqlMethod(
    name: string,
    first: Expression | undefined,
    second: Expression | undefined,
    scope: Scope,
  ): Value {
    const value = first ? this.evaluate(first, scope) : unknown;
    if (name === 'raw') return { kind: 'sql', text: asText(value) ?? hole };
    if (name === 'table' || name === 'ref' || name === 'id') {
      const named = asText(value);
      return { kind: 'sql', text: named === undefined ? hole : named };
    }
    if (name === 'join') {
      const items = value.kind === 'list' ? value.items : [unknown];
      const between = second ? this.evaluate(second, scope) : text(', ');
      const shown = items.map((item) => (item.kind === 'sql' ? item.text : placeholder));
      return { kind: 'sql', text: shown.join(between.kind === 'sql' ? between.text : ', ') };
    }
    return unknown;
  }

  #map(value: Value, by: Value): Value {
    if (by.kind !== 'function') return unknown;
    const items = value.kind === 'list' ? value.items : [unknown];
    return { kind: 'list', items: items.map((item, index) => this.#apply(by, [item, text(String(index))])) };
  }

  #filter(value: Value, by: Value): Value {
    if (by.kind !== 'function' || value.kind !== 'list') return value;
    return { kind: 'list', items: value.items.filter((item) => asText(this.#apply(by, [item])) !== 'false') };
  }

  #replace(value: Value, node: CallExpression, scope: Scope): Value {
    const [what, by] = node.arguments.map((argument) => asText(this.evaluate(argument, scope)));
    const whole = asText(value);
    return whole === undefined || what === undefined || by === undefined
      ? unknown
      : text(whole.replaceAll(what, by));
  }

  #apply({ node, scope }: Extract<Value, { kind: 'function' }>, given: readonly Value[]): Value {
    const inner = this.parametersOf(node, given, scope);
    if (!('body' in node) || !node.body) return unknown;
    if (!is.isBlock(node.body)) return this.evaluate(node.body, inner);
    return this.#run(node.body.statements, inner) ?? unknown;
  }

  /** The scope a function's body begins with. */
  parametersOf(node: FunctionLikeDeclaration, given: readonly Value[], around: Scope = new Map()): Scope {
    const inner: Scope = new Map(around);
    node.parameters.forEach((parameter, index) => {
      const value =
        given[index] ?? (parameter.initializer ? this.evaluate(parameter.initializer, inner) : unknown);
      this.#bind(parameter.name, value, inner);
    });
    return inner;
  }

  /** The declaration of the function a name stands for. */
  functionNamed(name: Node): Node | undefined {
    const value = this.#named(name);
    return value.kind === 'function' ? value.node : undefined;
  }

  /** What a function's body answers; lists grow by all that is pushed, in whatever branch. */
  #run(statements: readonly Statement[], scope: Scope): Value | undefined {
    const answers: Value[] = [];
    for (const statement of statements) {
      this.step(statement, scope, answers);
    }
    return answers.length === 0 ? undefined : this.#choose(answers.toReversed());
  }

  /** Takes into the scope what one statement declares or pushes; `answers` takes what it returns. */
  step(statement: Statement, scope: Scope, answers: Value[]): void {
    if (is.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        this.#bind(name, initializer ? this.evaluate(initializer, scope) : unknown, scope);
      }
    } else if (is.isReturnStatement(statement)) {
      if (statement.expression) answers.push(this.evaluate(statement.expression, scope));
    } else if (is.isIfStatement(statement)) {
      const isNever = asText(this.evaluate(statement.expression, scope)) === 'false';
      if (!isNever) this.step(statement.thenStatement, scope, answers);
      if (statement.elseStatement) this.step(statement.elseStatement, scope, answers);
    } else if (is.isBlock(statement)) {
      for (const inner of statement.statements) this.step(inner, scope, answers);
    } else if (is.isForOfStatement(statement)) {
      this.#loop(statement, scope, answers);
    } else if (is.isExpressionStatement(statement)) {
      this.#push(statement.expression, scope);
    } else if (is.isFunctionDeclaration(statement) && statement.name) {
      scope.set(statement.name.text, { kind: 'function', node: statement, scope });
    } else if (is.isTryStatement(statement)) {
      for (const inner of statement.tryBlock.statements) this.step(inner, scope, answers);
    } else if (is.isSwitchStatement(statement)) {
      for (const clause of statement.caseBlock.clauses) {
        for (const inner of clause.statements) this.step(inner, scope, answers);
      }
    }
  }

  /** A loop's body once, with the first of what it goes through. */
  #loop(statement: Statement, scope: Scope, answers: Value[]): void {
    if (!is.isForOfStatement(statement)) return;
    this.bindLoop(statement, scope);
    this.step(statement.statement, scope, answers);
  }

  bindLoop({ initializer, expression }: ForOfStatement, scope: Scope): void {
    if (!is.isVariableDeclarationList(initializer)) return;
    const list = this.evaluate(expression, scope);
    const first = list.kind === 'list' ? this.#choose(list.items) : unknown;
    for (const { name } of initializer.declarations) this.#bind(name, first, scope);
  }

  #push(node: Expression, scope: Scope): void {
    if (!is.isCallExpression(node) || !is.isPropertyAccessExpression(node.expression)) return;
    if (node.expression.name.text !== 'push') return;
    const list = this.evaluate(node.expression.expression, scope);
    if (list.kind !== 'list') return;
    const added = this.#list(node.arguments, scope);
    if (added.kind === 'list') list.items.push(...added.items);
  }

  #bind(name: Node, value: Value, scope: Scope): void {
    if (is.isIdentifier(name)) {
      scope.set(name.text, value);
    } else if (is.isObjectBindingPattern(name)) {
      for (const element of name.elements) {
        if (!element.name) continue;
        const key = nameOf(element.propertyName ?? element.name);
        const member = value.kind === 'object' ? value.members.get(key) : undefined;
        const initial = element.initializer ? this.evaluate(element.initializer, scope) : unknown;
        this.#bind(element.name, member ?? initial, scope);
      }
    } else if (is.isArrayBindingPattern(name)) {
      name.elements.forEach((element, index) => {
        if (!is.isBindingElement(element) || !element.name) return;
        this.#bind(element.name, value.kind === 'list' ? (value.items[index] ?? unknown) : unknown, scope);
      });
    }
  }

  #named(node: Node): Value {
    const declaration = declarationOf(node, this.#project);
    return declaration === null ? unknown : this.#declared(declaration);
  }

  #declared(declaration: Node): Value {
    const known = this.#constants.get(declaration);
    if (known) return known;
    this.#constants.set(declaration, unknown);
    let value: Value = unknown;
    if (is.isFunctionDeclaration(declaration)) {
      value = { kind: 'function', node: declaration, scope: new Map() };
    } else if (is.isVariableDeclaration(declaration) && declaration.initializer) {
      value = this.evaluate(declaration.initializer, new Map());
    }
    this.#constants.set(declaration, value);
    return value;
  }
}
