import type { Reporter, TestCase } from 'vitest/node'

/** Names every test that passed at its second try, and why it failed at the first: each is a mistake to be found. */
export default class SecondTries implements Reporter {
  readonly #found: TestCase[] = []

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) this.#found.push(test)
  }

  onTestRunEnd() {
    for (const test of this.#found) {
      console.log(`passed at the second try: ${test.module.relativeModuleId} > ${test.fullName}`)
      for (const { stack, message } of test.result().errors ?? []) console.log(stack ?? message)
    }
  }
}
