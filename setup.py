"""Build the Cython kernel; everything else about the package is in pyproject.toml."""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup

# SIXTYSIX_DEBUG=1 rebuilds the kernel with bounds checks and assertions on.
debug = bool(os.environ.get("SIXTYSIX_DEBUG"))

setup(
    ext_modules=cythonize(
        [
            Extension(
                f"sixtysix.solver.kernel.{name}",
                [f"solver/kernel/{name}.pyx"],
                extra_compile_args=["-O1", "-g"] if debug else ["-O3"],
            )
            for name in ("search", "seats", "defence")
        ],
        build_dir="build",
        compiler_directives={
            "language_level": 3,
            "boundscheck": debug,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": debug,
            "nonecheck": debug,
        },
        force=debug,
    )
)
