/** The same function, but whatever goes wrong in it stays in it: then it returns nothing. */
export const guard =
  <Values extends unknown[], Result>(
    run: (...values: Values) => Result,
  ): ((...values: Values) => Result | undefined) =>
  (...values) => {
    try {
      return run(...values);
    } catch {}
  };
