from solver.kernel.bits cimport twice, fact
def f(int a): return fact(twice(a))
