"""The compiled part: the rules' consequences on bit boards, and the searches; bits.pxd draws the layout."""
